import { Notice } from '../parts/notice.tsx';
import type { FieldProblems } from './field-problems.ts';

/** Everything that the service refused of a form, for those who do not see its fields and for what has none. */
export function ProblemList({ problems: { all } }: { problems: FieldProblems }) {
  if (all.length === 0) return null;
  return (
    <Notice tone="danger">
      {all.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Notice>
  );
}
