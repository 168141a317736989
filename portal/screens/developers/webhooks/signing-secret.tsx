import { ShownOnce } from '../../../parts/shown-once.tsx'
import { useTexts } from '../../../texts/texts.ts'

/** What a receiver checks the signatures of a webhook with. */
export function SigningSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { webhooks, keys } = useTexts()
  return (
    <ShownOnce
      title={webhooks.secretTitle}
      what={webhooks.secretWhat}
      secrets={[{ label: keys.secret, value: secret }]}
      onClose={onClose}
    />
  )
}
