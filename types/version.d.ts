/** The program's version, put in at build time. */
declare const __LOREHEARTH_VERSION__: string;
