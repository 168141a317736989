import type { en } from './en.ts'

/** Every text of the portal: other languages have exactly those that English has. */
export type Texts = typeof en
