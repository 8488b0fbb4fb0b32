import { ActionIcon, Button, TextInput } from '@mantine/core';
import { adLength } from '../../../../../server/src/campaigns/ad-limits.ts';
import type { Ad } from '../../../api.ts';
import { CloseIcon, PlusIcon } from '../../../parts/icons.tsx';
import classes from './ads-tab.module.css';
import { sourceOf } from './source-of.ts';
import { textProblem } from './text-problems.ts';

interface TextLinesProps {
  kind: 'headline' | 'description';
  texts: readonly string[];
  limits: { min: number; max: number; length: number };
  sources: Ad['sources'];
  /** What the service refused of the text at a place of those that were sent; lines left empty are not. */
  refusedAt: (sent: number) => string | undefined;
  onChange: (texts: string[]) => void;
}

/** The headlines or descriptions of an ad, each with its length and what is wrong with it as one types. */
export function TextLines({ kind, texts, limits, sources, refusedAt, onChange }: TextLinesProps) {
  const name = kind === 'headline' ? 'Headline' : 'Description';
  const written = texts.filter((text) => text.trim() !== '').length;
  const missing = limits.min - written;
  return (
    <fieldset className={classes.editor} style={{ border: 0, padding: 0, margin: 0 }}>
      <legend className={classes.legend} style={{ width: '100%' }}>
        {name}s
        <span>{missing > 0 ? `${missing} more needed for a launch` : `${written} of at most ${limits.max}`}</span>
      </legend>
      {texts.map((text, index) => {
        const sent = texts.slice(0, index).filter((one) => one.trim() !== '').length;
        const problem = textProblem(texts, index, limits.length, kind) ?? (text.trim() && refusedAt(sent));
        const left = limits.length - adLength(text.trim());
        const source = sourceOf(text, sources);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while it is typed
          <div className={classes.line} key={index}>
            <TextInput
              size="sm"
              aria-label={`${name} ${index + 1}`}
              value={text}
              description={source && `From “${source.words}”`}
              inputWrapperOrder={['input', 'error', 'description']}
              error={problem}
              onChange={({ currentTarget: { value } }) => onChange(texts.with(index, value))}
            />
            <span className={classes.count} data-over={left < 0 || undefined}>
              {left} left
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={`Remove ${name.toLowerCase()} ${index + 1}`}
              onClick={() => onChange(texts.toSpliced(index, 1))}
            >
              <CloseIcon size={14} />
            </ActionIcon>
          </div>
        );
      })}
      {texts.length < limits.max && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<PlusIcon size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...texts, ''])}
        >
          Add a {name.toLowerCase()}
        </Button>
      )}
    </fieldset>
  );
}
