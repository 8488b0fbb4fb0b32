/** Loads the test files that TEST_FILES names; their tests run one after another, as if they stood in one file. */
for (const file of String(process.env.TEST_FILES).split('\n')) await import(file);
