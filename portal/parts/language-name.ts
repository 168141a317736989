/** What a language is called by whoever reads the portal: `Deutsch`, `German`. A text that names none stays as it is. */
export function languageName(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
