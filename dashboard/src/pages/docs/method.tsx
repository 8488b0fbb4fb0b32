import classes from './method.module.css';

/** The method of a request: those that change something stand out. */
export function Method({ children }: { children: string }) {
  return (
    <span className={classes.method} data-method={children}>
      {children}
    </span>
  );
}
