/** The only source of chance in core: a number from 0 up to, but not, 1. Ids come from `IdSource`. */
export type Random = () => number;
