import { readFileSync } from 'node:fs'

const besides = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The style that the pages of the documentation and the reference begin with. */
export const readingStyle = (): string => besides('reading.css')

/** The script that those of both import, as reading.js beside them. */
export const readingScript = (): string => besides('reading-script.js')
