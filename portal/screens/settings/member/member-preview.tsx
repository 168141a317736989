import { Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { languageName } from '../../../parts/language-name.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import type { Entry } from '../entry/merge.ts'
import classes from './member.module.css'

const screens = ['card', 'welcome', 'join'] as const

/** The pages for members as they would be. They come as a document that may do nothing: no script, no form, no link. */
export function MemberPreview({ entry }: { readonly entry: Entry }) {
  const { memberSide: texts } = useTexts()
  const { language: own } = useSpoken()
  const brand = useBrand()
  const [screen, setScreen] = useState<(typeof screens)[number]>('card')
  const [chosen, setChosen] = useState<string | null>(null)
  const [settled] = useDebouncedValue(entry, 350)
  const languages = Array.isArray(settled.languages) ? settled.languages.map(String) : (brand.languages ?? [])
  const asked = { entry: settled as never, screen, ...(chosen !== null && { language: chosen }) }
  const { data, error } = useAsking('memberPreview', asked)
  return (
    <Stack gap="sm" component="section" aria-label={texts.preview}>
      <Title order={2}>{texts.preview}</Title>
      <Text size="sm" c="dimmed">
        {texts.previewAbout}
      </Text>
      <Group align="flex-end">
        <SegmentedControl
          aria-label={texts.screen}
          data={screens.map((value) => ({ value, label: texts.screens[value] }))}
          value={screen}
          onChange={(next) => setScreen(screens.find((one) => one === next) ?? 'card')}
        />
        {languages.length > 1 && (
          <Select
            aria-label={texts.language}
            placeholder={texts.language}
            data={languages.map((value) => ({ value, label: languageName(value, own) }))}
            value={chosen}
            onChange={setChosen}
            clearable
          />
        )}
      </Group>
      {error && <ErrorPanel error={error} />}
      {data && !data.isReadable && <Text>{texts.previewFaults}</Text>}
      {data?.html !== undefined && (
        <iframe className={classes.preview} title={texts.previewFrame} sandbox="" srcDoc={data.html} />
      )}
    </Stack>
  )
}
