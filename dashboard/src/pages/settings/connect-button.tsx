import { Button, type ButtonProps, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { errorWords } from '../../changes/error-words.ts';
import { useOrganization } from '../../organization.tsx';
import { useChange } from '../../queries.ts';

interface ConnectButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  children: string;
  /** The login to be connected again. */
  connectionId?: string;
}

/** Sends the person to the ad platform, from where they come back to the settings. */
export function ConnectButton({ children, connectionId, ...look }: ConnectButtonProps) {
  const { slug: org } = useOrganization();
  const connect = useChange(api.startAdConnection, []);
  return (
    <>
      <Button
        {...look}
        loading={connect.isPending || connect.isSuccess}
        onClick={() =>
          connect.mutate(
            { org, connection_id: connectionId },
            { onSuccess: ({ authorize_url }) => location.assign(authorize_url) },
          )
        }
      >
        {children}
      </Button>
      {connect.error && (
        <Text size="sm" c="red" role="alert">
          {errorWords(connect.error)}
        </Text>
      )}
    </>
  );
}
