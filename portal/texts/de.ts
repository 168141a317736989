import { administration } from './de/administration.ts'
import { campaign, campaigns } from './de/campaigns.ts'
import { approval, call, cards, customer, till } from './de/cards.ts'
import { coupons } from './de/coupons.ts'
import { developerTexts } from './de/developers/all.ts'
import { drafts } from './de/drafts.ts'
import { file } from './de/file.ts'
import { home } from './de/home.ts'
import { login } from './de/login.ts'
import { messages } from './de/messages.ts'
import { errors, parts } from './de/parts.ts'
import { profile } from './de/profile.ts'
import { replays } from './de/replays.ts'
import { settings } from './de/settings.ts'
import { roles, shell } from './de/shell.ts'
import { simulator } from './de/simulator.ts'
import type { Texts } from './shape.ts'

/** Every text of the portal in German. */
export const de: Texts = {
  ...developerTexts,
  shell,
  roles,
  parts,
  errors,
  login,
  cards,
  call,
  till,
  customer,
  approval,
  home,
  drafts,
  administration,
  profile,
  file,
  settings,
  coupons,
  campaigns,
  campaign,
  messages,
  simulator,
  replays,
}
