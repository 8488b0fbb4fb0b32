import { TextInput, type TextInputProps } from '@mantine/core';

/** How exact an amount may be: budgets are whole, targets have cents; a percentage may also lower something. */
type Kind = 'whole' | 'cents' | 'percent';

const WRITTEN: Record<Kind, RegExp> = {
  whole: /^\d+(\.0{1,2})?$/,
  cents: /^\d+(\.\d{1,2})?$/,
  percent: /^[+-]?\d+(\.\d{1,2})?$/,
};
const PROBLEMS: Record<Kind, string> = {
  whole: 'Write a whole amount, such as 62.',
  cents: 'Write an amount, such as 62 or 62.50.',
  percent: 'Write a percentage, such as 10 or -12.5.',
};

/** The amount that was written; undefined where nothing was, and no number where it cannot be read as one. */
export function amountIn(text: string, kind: Kind): number | undefined {
  const written = text.trim();
  if (written === '') return undefined;
  return WRITTEN[kind].test(written) ? Number(written) : Number.NaN;
}

/** An amount as it is written. */
export function amountText(amount: number | null): string {
  return amount === null ? '' : String(amount);
}

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  kind: Kind;
  value: string;
  /** What stands there already, which nobody has to justify: amounts of the ad platform are not ours to refuse. */
  known?: string | undefined;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** Money as text: what cannot be read is refused in words. A field for numbers would drop a point and make 62.50 of 6250. */
export function AmountInput({ kind, value, known, error, onChange, ...props }: AmountInputProps) {
  const problem = value !== known && Number.isNaN(amountIn(value, kind)) ? PROBLEMS[kind] : error;
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
