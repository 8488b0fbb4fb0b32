import packaged from '@sparticuz/chromium';

// Unpacks the browser into the temporary directory of this process, which is started for that alone.
await packaged.executablePath();
