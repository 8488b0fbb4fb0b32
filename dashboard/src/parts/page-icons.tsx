import { icon } from './icons.tsx';

/** One drawing for each kind of page, in the order of the navigation. */
export const pageIcons = {
  overview: icon(
    <>
      <rect x="3.5" y="4" width="7" height="9" rx="1.5" />
      <rect x="13.5" y="4" width="7" height="5" rx="1.5" />
      <rect x="13.5" y="12" width="7" height="8" rx="1.5" />
      <rect x="3.5" y="16" width="7" height="4" rx="1.5" />
    </>,
  ),
  campaigns: icon(
    <>
      <path d="M4 10v4h3l8 4.5v-13L7 10H4Z" />
      <path d="M18 9.5a3.6 3.6 0 0 1 0 5M7.5 14.5 9 20" />
    </>,
  ),
  optimizations: icon(
    <path d="M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2M12 9.5l.8 1.7 1.7.8-1.7.8-.8 1.7-.8-1.7-1.7-.8 1.7-.8.8-1.7Z" />,
  ),
  searchTerms: icon(
    <>
      <circle cx="10" cy="10" r="5.5" />
      <path d="m14.2 14.2 5.3 5.3M7.5 10h5" />
    </>,
  ),
  performance: icon(<path d="M4 4v16h16M7.5 15.5l3.5-4 3 2.5 5-6.5" />),
  reports: icon(
    <>
      <path d="M6 3.5h8l4 4v13H6v-17ZM14 3.5v4h4" />
      <path d="M9 12h6M9 16h6" />
    </>,
  ),
  strategy: icon(
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="m15.2 8.8-1.9 4.5-4.5 1.9 1.9-4.5 4.5-1.9Z" />
    </>,
  ),
  activity: icon(
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.5V12l3 2" />
    </>,
  ),
  audit: icon(<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.5 7 9 4.1-1.5 7-4.7 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10" />),
  docs: icon(<path d="M4 5.5c3-1 5.5-.6 8 1 2.5-1.6 5-2 8-1V18c-3-1-5.5-.6-8 1-2.5-1.6-5-2-8-1V5.5ZM12 6.5V19" />),
};
