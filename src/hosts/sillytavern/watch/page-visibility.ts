/** Whether somebody looks at the page. */
export interface PageVisibility {
  readonly isHidden: () => boolean;
  /** Calls back whenever that changes; gives what ends it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** As the browser tells. */
export const pageVisibility: PageVisibility = {
  isHidden: () => document.hidden,
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
