import { MultiSelect, Switch, TextInput } from '@mantine/core'
import { noticeTypes } from '../../../../server/domain/brand/shapes/notice-types.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { WebhookEntry } from './webhook.ts'

interface WebhookFieldsProps {
  readonly form: Required<WebhookEntry>
  readonly setForm: (form: Required<WebhookEntry>) => void
  readonly isNew: boolean
}

export function WebhookFields({ form, setForm, isNew }: WebhookFieldsProps) {
  const { webhooks: texts } = useTexts()
  return (
    <>
      {isNew && (
        <TextInput
          label={texts.idField}
          description={texts.idHint}
          required
          data-autofocus
          value={form.id}
          onChange={(event) => setForm({ ...form, id: event.currentTarget.value.trim() })}
        />
      )}
      <TextInput
        label={texts.urlField}
        description={texts.urlHint}
        required
        type="url"
        value={form.url}
        onChange={(event) => setForm({ ...form, url: event.currentTarget.value })}
      />
      <MultiSelect
        label={texts.eventsField}
        description={texts.eventsHint}
        data={noticeTypes}
        value={[...form.events]}
        onChange={(events) => setForm({ ...form, events })}
        searchable
        clearable
      />
      <Switch
        label={texts.activeField}
        description={texts.activeHint}
        checked={form.active}
        onChange={(event) => setForm({ ...form, active: event.currentTarget.checked })}
      />
    </>
  )
}
