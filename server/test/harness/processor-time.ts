/** Milliseconds that this process has worked, which a busy machine does not lengthen: the difference of two tells a work's. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
