import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BusinessProfile } from '../../api.ts';
import { Tag } from '../../parts/status.tsx';
import { WebsiteLink } from '../../parts/website-link.tsx';
import classes from './profile-details.module.css';

/** A business profile in full. */
export function ProfileDetails({ profile }: { profile: BusinessProfile }) {
  return (
    <div>
      <div className={classes.lead}>
        <Text fw={600} size="lg">
          {profile.brand_name}
        </Text>
        <WebsiteLink url={profile.url} />
        <p className={classes.description}>{profile.description}</p>
      </div>
      <div className={classes.columns}>
        <Part title="Products">
          {profile.products.map(({ name, description }) => (
            <Entry key={name} name={name} text={description} />
          ))}
        </Part>
        <Part title="Ideal customers">
          {profile.ideal_customer_profiles.map(({ name, description }) => (
            <Entry key={name} name={name} text={description} />
          ))}
        </Part>
        <Part title="Competitors">
          {profile.competitors.map(({ name, url }) => (
            <Entry key={name} name={name} text={<WebsiteLink url={url} />} />
          ))}
        </Part>
        <Part title="Trust signals">{profile.trust_signals.map(listed)}</Part>
        <Part title="Target locations" inline>
          {profile.target_locations.map((location) => (
            <li key={location}>
              <Tag>{location}</Tag>
            </li>
          ))}
        </Part>
      </div>
    </div>
  );
}

function Part({ title, inline = false, children }: { title: string; inline?: boolean; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <Title order={3} c="dimmed">
        {title}
      </Title>
      <ul className={inline ? classes.inline : classes.list}>{children}</ul>
    </div>
  );
}

function Entry({ name, text }: { name: string; text: ReactNode }) {
  return (
    <li>
      <Text fw={550}>{name}</Text>
      <Text size="sm" c="dimmed" component="div">
        {text}
      </Text>
    </li>
  );
}

function listed(text: string) {
  return <li key={text}>{text}</li>;
}
