/** An address that changes with its picture, so that no copy of an earlier one is shown. */
export const withVersion = (address: string, version: string | null) =>
  version === null ? address : `${address}?v=${version}`;
