import type { ReactNode } from 'react';

interface IconProps {
  size?: number;
}

/** A drawing of the navigation or a button; never the only thing that says what something is. */
export type Icon = (props: IconProps) => ReactNode;

/** Makes a drawing of lines, 24 units wide and high. */
export function icon(strokes: ReactNode): Icon {
  return ({ size = 18 }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {strokes}
    </svg>
  );
}

export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.5 8.5-8.5M16 7.5l3 3M13.5 10l2 2" />
  </>,
);

export const MembersIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.8 19.5c.6-3.4 3-5.2 6.2-5.2s5.6 1.8 6.2 5.2" />
    <path d="M15.6 5.4a3.4 3.4 0 0 1 0 6.2M17.8 14.7c1.9.7 3 2.3 3.4 4.8" />
  </>,
);

export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.6" />
    <circle cx="8" cy="17" r="2.6" />
  </>,
);

export const SelectorIcon = icon(<path d="m8.5 9.5 3.5-3.5 3.5 3.5M8.5 14.5l3.5 3.5 3.5-3.5" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const MoreIcon = icon(<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth={2.6} />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);

export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </>,
);

export const RotateIcon = icon(
  <path d="M4.5 12a7.5 7.5 0 0 1 13-5l2 2M19.5 4.5V9H15M19.5 12a7.5 7.5 0 0 1-13 5l-2-2M4.5 19.5V15H9" />,
);

export const RevokeIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="m6.5 6.5 11 11" />
  </>,
);

export const WarningIcon = icon(<path d="M12 4 3 19.5h18L12 4ZM12 10v4.5M12 17h.01" />);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11.5V16M12 8h.01" />
  </>,
);

export const SignOutIcon = icon(<path d="M14 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h7M11 12h9.5M17 8.5l3.5 3.5-3.5 3.5" />);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </>,
);
export const RemovePersonIcon = icon(
  <>
    <circle cx="10" cy="8.5" r="3.5" />
    <path d="M3.8 19.5c.6-3.4 3-5.2 6.2-5.2 1.4 0 2.6.3 3.6 1M15.5 18h5" />
  </>,
);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const UndoIcon = icon(<path d="M9 14.5 4.5 10 9 5.5M5 10h9a5.5 5.5 0 0 1 0 11h-3" />);
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
  </>,
);

export const DownloadIcon = icon(<path d="M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14" />);
export const PrintIcon = icon(
  <path d="M7 9V4h10v5M7 17H5a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 5 9h14a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 19 17h-2M7 14h10v6H7z" />,
);
export const DocumentIcon = icon(<path d="M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5" />);
