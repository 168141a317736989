import { developerTexts } from './de/developers/all.ts'
import { home } from './de/home.ts'
import { login } from './de/login.ts'
import { errors, parts } from './de/parts.ts'
import { roles, shell } from './de/shell.ts'
import type { Texts } from './shape.ts'

/** Every text of the portal in German. */
export const de: Texts = { shell, roles, parts, errors, login, home, ...developerTexts }
