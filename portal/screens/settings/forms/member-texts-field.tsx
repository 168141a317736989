import { ActionIcon, Fieldset, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type MemberTextName, memberTextNames } from '../../../../server/domain/brand/member/english.ts'
import { shippedTexts } from '../../../../server/domain/brand/member/member-texts.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { languageName } from '../../../parts/language-name.ts'
import { faultAt, keyPaths } from '../../../parts/schema-form/faults.ts'
import { isRecord, withKey } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'

const isName = (text: string): text is MemberTextName => memberTextNames.some((one) => one === text)

/** What the pages say, by language: only what the brand words differently. */
export function MemberTextsField(props: FieldProps) {
  const { label, value, onChange, paths } = props
  const { memberSide } = useTexts()
  const { texts } = memberSide
  const brand = useBrand()
  const { language: own } = useSpoken()
  const { isReadOnly } = useFormSetting()
  const all = isRecord(value) ? value : {}
  const languages = [...new Set([...(brand.languages ?? []), brand.language ?? 'en', 'en', 'de', ...Object.keys(all)])]
  const [language, setLanguage] = useState(languages[0] ?? 'en')
  const given = all[language]
  const words = isRecord(given) ? given : {}
  const usual = shippedTexts(language)
  const change = (name: string, text: string | undefined) => {
    const next = withKey(words, name, text)
    const whole = withKey(all, language, Object.keys(next).length > 0 ? next : undefined)
    onChange(Object.keys(whole).length > 0 ? whole : undefined)
  }
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.about}
        </Text>
        <Select
          label={texts.language}
          data={languages.map((one) => ({ value: one, label: languageName(one, own) }))}
          value={language}
          onChange={(next) => setLanguage(next ?? language)}
          allowDeselect={false}
          maw={320}
        />
        {Object.keys(words).map((name) => (
          <OneText
            key={`${language} ${name}`}
            usual={isName(name) ? usual[name] : name}
            value={String(words[name] ?? '')}
            paths={keyPaths(keyPaths(paths, language), name)}
            onChange={(text) => change(name, text)}
          />
        ))}
        {!isReadOnly && (
          <Select
            label={texts.choose}
            placeholder={texts.chooseHint}
            searchable
            value={null}
            data={memberTextNames
              .filter((name) => words[name] === undefined)
              .map((name) => ({ value: name, label: usual[name] }))}
            onChange={(name) => name !== null && isName(name) && change(name, usual[name])}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

interface OneTextProps {
  readonly usual: string
  readonly value: string
  readonly paths: readonly string[]
  readonly onChange: (text: string | undefined) => void
}

function OneText({ usual, value, paths, onChange }: OneTextProps) {
  const { memberSide } = useTexts()
  const { texts } = memberSide
  const { faults, isReadOnly } = useFormSetting()
  return (
    <Group wrap="nowrap" align="flex-end" gap="xs">
      <Textarea
        flex={1}
        label={texts.usual(usual)}
        error={faultAt(faults, paths)}
        readOnly={isReadOnly}
        autosize
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {!isReadOnly && (
        <ActionIcon variant="default" size="lg" aria-label={texts.remove(usual)} onClick={() => onChange(undefined)}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}
