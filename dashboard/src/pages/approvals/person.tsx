/** Somebody by the name that they chose and by their address, which nobody else has. */
export function Person({ name, email }: { name: string | null; email: string | null }) {
  if (name === null) return <strong>{email}</strong>;
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {email && ` (${email})`}
    </>
  );
}
