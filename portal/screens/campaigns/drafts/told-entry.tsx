import { List, Stack, Text } from '@mantine/core'
import { parse } from 'yaml'
import type { SentenceSource } from '../../../../server/domain/brand/facts/telling.ts'
import { othersByName } from '../../../../server/domain/brand/rules-apart.ts'
import { namesIn } from '../../../../server/domain/sentence/names.ts'
import { tellCampaign, tellSegment } from '../../../../server/domain/sentence/tell.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import type { Texts } from '../../../texts/shape.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { rulesWithDraft } from '../editor/model/rules-with-draft.ts'
import type { DraftEntry } from './draft.ts'
import { tellSet, tellTemplate } from './told-set.ts'

/** Sections whose entries can be told in words. */
type ToldSection = 'campaigns' | 'segments' | 'couponSets' | 'templates'

interface ToldEntryProps {
  readonly title: string
  readonly section: ToldSection
  readonly text: string | undefined
  /** The other entries of its draft. */
  readonly beside?: readonly DraftEntry[]
}

/** An entry in sentences. */
export function ToldEntry({ title, section, text, beside = [] }: ToldEntryProps) {
  const { drafts: texts } = useTexts()
  const telling = useTelling(beside)
  const told = text === undefined ? [texts.nothing] : (tell(section, text, telling, texts) ?? [texts.unreadable])
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm" c="dimmed">
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {told.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

/** What is still being written may not be YAML at all. */
function tell(
  section: ToldEntryProps['section'],
  text: string,
  telling: SentenceSource,
  texts: Texts['drafts'],
): readonly string[] | undefined {
  try {
    const data: unknown = parse(text)
    if (section === 'couponSets') return tellSet(data, texts.told, telling)
    if (section === 'templates') return tellTemplate(data, texts.told)
    if (section === 'segments') return [tellSegment(data, telling)]
    const { when, rules, limits } = tellCampaign(data, telling)
    return [
      ...(when === undefined ? [] : [when]),
      ...rules.map(({ sentence }) => sentence),
      ...(limits === undefined ? [] : [limits]),
    ]
  } catch {
    return undefined
  }
}

/** Things are called by their names, as far as these lists are not endless. */
function useTelling(beside: readonly DraftEntry[]): SentenceSource {
  const { language } = useSpoken()
  const { currency, hasPlaceClocks } = useBrand()
  const of = (section: 'segments' | 'couponSets' | 'locations' | 'programs' | 'groups') => ({ section, count: 500 })
  const file = {
    segments: useAsking('listEntries', of('segments')).data?.entries,
    couponSets: useAsking('listEntries', of('couponSets')).data?.entries,
    locations: useAsking('listEntries', of('locations')).data?.entries,
    programs: useAsking('listEntries', of('programs')).data?.entries,
    groups: useAsking('listEntries', of('groups')).data?.entries,
  }
  const othersOf = othersByName(rulesWithDraft(useAsking('discountRules', {}).data, beside))
  return { language: language === 'de' ? 'de' : 'en', currency, nameOf: namesIn(file), othersOf, hasPlaceClocks }
}
