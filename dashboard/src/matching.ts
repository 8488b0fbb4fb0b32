/** The named things whose name or slug holds every word of a search, by name. */
export function matching<Named extends { name: string; slug: string }>(all: readonly Named[], search: string): Named[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ name, slug }) => {
    const text = `${name} ${slug}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.sort((one, other) => one.name.localeCompare(other.name));
}
