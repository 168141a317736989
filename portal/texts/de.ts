import { administration } from './de/administration.ts'
import { begin } from './de/begin.ts'
import { calendar } from './de/calendar.ts'
import { campaign, campaigns } from './de/campaigns.ts'
import { call, cards } from './de/cards.ts'
import { couponFlow } from './de/coupon-flow.ts'
import { coupons } from './de/coupons.ts'
import { approval, customer, finding, gift } from './de/customers.ts'
import { developerTexts } from './de/developers/all.ts'
import { drafts } from './de/drafts.ts'
import { editor } from './de/editor.ts'
import { file } from './de/file.ts'
import { friends } from './de/friends.ts'
import { home } from './de/home.ts'
import { login } from './de/login.ts'
import { memberSide } from './de/member-side.ts'
import { messages } from './de/messages.ts'
import { mistake } from './de/mistake.ts'
import { offers } from './de/offers.ts'
import { errors, parts } from './de/parts.ts'
import { profile } from './de/profile.ts'
import { replays } from './de/replays.ts'
import { reportMails } from './de/report-mails.ts'
import { reports } from './de/reports.ts'
import { segments } from './de/segments.ts'
import { settings } from './de/settings.ts'
import { roles, shell } from './de/shell.ts'
import { simulator } from './de/simulator.ts'
import { till } from './de/till.ts'
import type { Texts } from './shape.ts'

/** Every text of the portal in German. */
export const de: Texts = {
  ...developerTexts,
  shell,
  roles,
  parts,
  errors,
  begin,
  login,
  cards,
  call,
  till,
  customer,
  finding,
  gift,
  approval,
  home,
  drafts,
  administration,
  profile,
  file,
  editor,
  settings,
  couponFlow,
  coupons,
  campaigns,
  campaign,
  memberSide,
  messages,
  reports,
  reportMails,
  simulator,
  replays,
  calendar,
  segments,
  offers,
  friends,
  mistake,
}
