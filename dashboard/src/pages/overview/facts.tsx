import type { ReactNode } from 'react';
import type { OrganizationDetail, OrganizationOfMe } from '../../api.ts';
import { formatAmount, formatWords } from '../../format.ts';
import { roleWords } from '../../roles.ts';
import classes from './facts.module.css';

interface FactsProps {
  organization: OrganizationDetail;
  role: OrganizationOfMe['role'];
}

/** The figures that decide what may be done here. */
export function Facts({ organization, role }: FactsProps) {
  const { plan, currency, max_spend, api_budget_change_limit_pct, adops_team } = organization;
  return (
    <dl className={classes.facts}>
      <Fact name="Monthly cap" note="For all daily budgets over 30 days">
        {max_spend === null ? 'No cap set' : formatAmount(max_spend, currency)}
      </Fact>
      <Fact name="Change limit" note="Most that one call may move a budget">
        ±{api_budget_change_limit_pct}%
      </Fact>
      <Fact
        name="Your access"
        note={adops_team ? `Looked after by ${adops_team.name}` : 'No ad-operations team assigned'}
      >
        {roleWords({ role })}
      </Fact>
      <Fact name="Plan" note={`Amounts in ${currency}`}>
        {formatWords(plan)}
      </Fact>
    </dl>
  );
}

function Fact({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{children}</dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  );
}
