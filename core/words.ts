/** Counts in English. Another language needs `Intl.PluralRules`, whose first use blocks a phone for 0.1 s. */

/** A whole number with commas: '1,074'. */
export const formatCount = (count: number) =>
  String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** 'rock' or 'rocks' */
export const plural = (count: number, one: string, many = `${one}s`) =>
  count === 1 ? one : many;

/** '1 rock', '1,074 rocks' */
export const countOf = (count: number, one: string, many?: string) =>
  `${formatCount(count)} ${plural(count, one, many)}`;

export const pad2 = (number: number) => String(number).padStart(2, "0");
