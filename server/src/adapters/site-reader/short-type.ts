/** A name without the address of its vocabulary. */
export function shortType(type: string): string {
  return type.replace(/^.*[/#:](?=[^/#:]+$)/, '');
}
