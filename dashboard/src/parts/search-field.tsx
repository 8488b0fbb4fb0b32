import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';

interface SearchFieldProps {
  label: string;
  /** As the address keeps it. */
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** A search whose words are kept in the address: what is typed stands at once, also while the address follows. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);

  return (
    <TextInput
      ref={input}
      className={className}
      type="search"
      size="xs"
      placeholder={label}
      aria-label={label}
      leftSection={<SearchIcon size={15} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(currentTarget.value);
      }}
    />
  );
}
