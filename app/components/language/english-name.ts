/** A language as the admin reads it, such as German. */
export const englishName = (language: string) =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
