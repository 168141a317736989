import type { Brand } from '../../../domain/brand/brand.ts'
import { day } from '../../../ground/kernel/time.ts'
import type { MemberPreviewScreen } from '../../portal-api/member/preview-screens.ts'
import { pageLanguages } from '../language-for.ts'
import type { framed, PageRoom } from './frame.ts'
import { joinPage, welcomePage } from './screens/entry.ts'
import { homePage, type ShownCard } from './screens/home.ts'
import { wordsFor } from './words.ts'

/** A page for members as the brand would have it, with an invented customer. It is shown where nothing of it can act. */
export function previewMember(
  brand: Brand,
  screen: MemberPreviewScreen,
  wanted: string | undefined,
  now: number,
): string {
  const pages = brand.document.member
  if (!pages) return ''
  const spoken = pageLanguages(brand)
  const language = spoken.find((one) => one === wanted) ?? spoken[0] ?? 'en'
  const base = `/m/${encodeURIComponent(brand.id)}`
  const room: PageRoom = { brand, pages, base, words: wordsFor(brand, language), isPreview: true }
  return pageOf(room, screen, now).body
}

function pageOf(room: PageRoom, screen: MemberPreviewScreen, now: number): ReturnType<typeof framed> {
  if (screen === 'welcome') return welcomePage(room, true)
  if (screen === 'join') return joinPage(room, { place: undefined, from: '' })
  return homePage(room, inventedCard(room, now))
}

/** What somebody has who comes now and then: something of every kind of value of the brand. */
function inventedCard({ brand }: PageRoom, now: number): ShownCard {
  const [program] = brand.document.programs
  const types = [...brand.valueTypes.values()].slice(0, 4)
  const balances = types.map(({ balanceType, balanceCode, scale }) => ({
    ...{ amount: balanceType === 'Punches' ? 6 : 42, scale, balanceType },
    ...(balanceCode && { balanceCode }),
  }))
  const [first] = balances
  return {
    cardNumber: '7000000000000000',
    isUsable: true,
    firstName: 'Ana',
    ...(program?.name !== undefined && { program: program.name }),
    balances,
    expiring: first ? [{ ...first, at: now + 30 * day }] : [],
    coupons: [],
    asOf: now,
  }
}
