import { type CountedDays, isMemberSource, listMemberDays, type MemberSource } from '../store/member/day.sql.ts'
import { placeGroupings, titlesOf, unnamed } from './grouping.ts'
import type { Report } from './report.ts'
import { countColumn, dayColumn, type FigureRow, textColumn } from './report-table.ts'

/** What the pages for members brought: counted without anybody's name. */
export const membersReport: Report = {
  name: 'members',
  about: 'visits of the pages for members, and who joined there, by place or by where they came from',
  over: 'period',
  by: [...placeGroupings, 'source'],
  usualBy: 'location',
  hasDays: true,
  run: async ({ db, brand }, { from, to, by = 'location', perDay }) => {
    const titles = titlesOf(brand)
    const nameOf = ({ location_id, source }: CountedDays) => {
      if (by === 'source') return isMemberSource(source) ? sourceWords[source] : unnamed
      return by === 'group' ? titles.group(location_id) : titles.location(location_id)
    }
    const counted = await listMemberDays(db, brand.id, { from, to, perDay })
    const groups = Map.groupBy(counted, (one) => JSON.stringify([one.day, nameOf(one)]))
    const sum = (parts: readonly CountedDays[], of: 'visits' | 'joins') =>
      String(parts.reduce((all, one) => all + one[of], 0))
    const rows = [...groups.values()].map((parts): FigureRow => {
      const [first] = parts
      return {
        ...(first?.day && { day: first.day }),
        [by]: first ? nameOf(first) : '',
        pageVisits: sum(parts, 'visits'),
        joins: sum(parts, 'joins'),
      }
    })
    return {
      title: `Pages for members of ${brand.name}, ${from} to ${to}`,
      notes: [
        'A visit: somebody came to the pages from outside of them. At a location: by the code of its poster. Nothing is kept of who it was.',
        'Joined: a card was given out on the pages. Directly: whatever browsers say nothing of.',
      ],
      columns: [
        ...(perDay ? [dayColumn('day', 'Day')] : []),
        textColumn(by, titleOf[by] ?? by, { word: by }),
        countColumn('pageVisits', 'Visits'),
        countColumn('joins', 'Joined'),
      ],
      rows,
      chart: perDay
        ? { kind: 'lines', along: ['day'], of: ['pageVisits', 'joins'] }
        : { kind: 'bars', along: [by], of: ['pageVisits', 'joins'] },
    }
  },
}

const sourceWords: Readonly<Record<MemberSource, string>> = {
  qr: "a place's code",
  shop: 'a page of yours',
  app: 'your app',
  installed: 'a home screen',
  link: 'another page',
  direct: 'directly',
}

const titleOf: Readonly<Record<string, string>> = { location: 'Location', group: 'Group', source: 'Source' }
