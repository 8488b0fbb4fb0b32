import { Table, VisuallyHidden } from '@mantine/core';

interface HeadsProps {
  /** The columns from left to right. */
  names: readonly string[];
  /** Those that a narrow screen has no room for. */
  wideOnly?: readonly string[];
  /** Whether the last column holds what can be done with a row. */
  acts?: boolean;
}

/** The heads of a table whose rows can be acted upon. */
export function Heads({ names, wideOnly = [], acts = true }: HeadsProps) {
  return (
    <Table.Thead>
      <Table.Tr>
        {names.map((name) => (
          <Table.Th key={name} {...(wideOnly.includes(name) && { visibleFrom: 'sm' })}>
            {name}
          </Table.Th>
        ))}
        {acts && (
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}
