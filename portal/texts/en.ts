import { administration } from './en/administration.ts'
import { begin } from './en/begin.ts'
import { calendar } from './en/calendar.ts'
import { campaign, campaigns } from './en/campaigns.ts'
import { call, cards } from './en/cards.ts'
import { couponFlow } from './en/coupon-flow.ts'
import { coupons } from './en/coupons.ts'
import { approval, customer, finding, gift } from './en/customers.ts'
import { developerTexts } from './en/developers/all.ts'
import { drafts } from './en/drafts.ts'
import { editor } from './en/editor.ts'
import { file } from './en/file.ts'
import { friends } from './en/friends.ts'
import { home } from './en/home.ts'
import { login } from './en/login.ts'
import { memberSide } from './en/member-side.ts'
import { messages } from './en/messages.ts'
import { mistake } from './en/mistake.ts'
import { offers } from './en/offers.ts'
import { errors, parts } from './en/parts.ts'
import { profile } from './en/profile.ts'
import { replays } from './en/replays.ts'
import { reportMails } from './en/report-mails.ts'
import { reports } from './en/reports.ts'
import { segments } from './en/segments.ts'
import { settings } from './en/settings.ts'
import { roles, shell } from './en/shell.ts'
import { simulator } from './en/simulator.ts'
import { till } from './en/till.ts'

/** Every text of the portal in English. A screen has its texts in a file of its own. */
export const en = {
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
