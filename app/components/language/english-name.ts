export const englishName = (language: string) =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
