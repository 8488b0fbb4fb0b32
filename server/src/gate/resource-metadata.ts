/** Where the metadata of a resource stands (RFC 9728): the path of the resource is a suffix of the well-known address. */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
