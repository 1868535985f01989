/** Adds the picture's version to its address, so that no cache shows an older picture. */
export const withVersion = (address: string, version: string | null) =>
  version === null ? address : `${address}?v=${version}`;
