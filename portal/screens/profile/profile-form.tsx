import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Me } from '../../ask/answers.ts'
import { ask } from '../../ask/ask.ts'
import { meQuery } from '../../ask/session.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { isLanguage, languages, useSpoken } from '../../texts/texts.ts'

export function ProfileForm({ me }: { readonly me: Me }) {
  const { texts, language: spoken, speak } = useSpoken()
  const { profile, parts } = texts
  const client = useQueryClient()
  const [displayName, setDisplayName] = useState(me.displayName)
  const [language, setLanguage] = useState<string>(spoken)
  const save = useMutation({
    mutationFn: () => ask('changeProfile', { displayName: displayName.trim(), language }),
    onSuccess: async () => {
      if (isLanguage(language)) speak(language)
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
      showDone(profile.saved)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={profile.displayName}
          autoComplete="name"
          maxLength={100}
          required
          value={displayName}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <Select
          label={profile.language}
          allowDeselect={false}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(chosen) => chosen !== null && setLanguage(chosen)}
        />
        {save.error && <ErrorPanel error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {parts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
