import { PasswordInput } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';

const Key = createContext<{ key: string; setKey: (key: string) => void }>({ key: '', setKey: () => undefined });

/** Keeps the key that somebody tries the API with: in the memory of this page, until it is closed or reloaded. */
export function KeyKept({ children }: { children: ReactNode }) {
  const [key, setKey] = useState('');
  return <Key value={{ key, setKey }}>{children}</Key>;
}

/** The key that was typed in; empty where there is none. */
export function useKey(): string {
  return use(Key).key.trim();
}

/** Where the key is typed in; the same one for every operation. */
export function KeyField() {
  const { key, setKey } = use(Key);
  return (
    <PasswordInput
      label="API key"
      description="Kept in the memory of this page alone, for every operation; gone when you leave."
      placeholder="svc_live_…"
      autoComplete="off"
      spellCheck={false}
      value={key}
      onChange={({ currentTarget }) => setKey(currentTarget.value)}
    />
  );
}
