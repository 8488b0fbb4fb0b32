/** The mark of the product: a gate over water. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-water-8)" />
      <path d="M9 7v18M23 7v18" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M13 7h6v8h-6z" fill="#fff" />
      <path
        d="M12.5 20.5c1.8-1.6 3.4-1.6 5 0M12.5 25c1.8-1.6 3.4-1.6 5 0"
        transform="translate(1 0)"
        fill="none"
        stroke="var(--mantine-color-water-3)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
