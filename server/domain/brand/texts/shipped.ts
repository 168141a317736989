import { english } from './english.ts'
import { german } from './german.ts'
import type { TextName } from './texts.ts'

/** The languages that need no texts in the brand file. */
export const shipped: Readonly<Record<string, Readonly<Record<TextName, string>>>> = { en: english, de: german }
