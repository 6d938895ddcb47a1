/** UTF-16 code units a source may have at most: 4 Mi. */
export const MAX_SOURCE_LENGTH = 4 * 1024 * 1024;
