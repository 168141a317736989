import { ShownOnce } from '../../../parts/shown-once.tsx'
import { useTexts } from '../../../texts/texts.ts'

export interface Secret {
  readonly address: string
  readonly secret: string
}

interface NewSecretsProps {
  readonly secrets: readonly Secret[]
  readonly onClose: () => void
}

/** Secrets that were made for receivers. */
export function NewSecrets({ secrets, onClose }: NewSecretsProps) {
  const { settings } = useTexts()
  if (secrets.length === 0) return null
  const shown = secrets.map(({ address, secret }) => ({ label: address, value: secret }))
  return <ShownOnce title={settings.newSecret} what={settings.newSecretWhat} secrets={shown} onClose={onClose} />
}
