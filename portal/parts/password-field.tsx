import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTexts } from '../texts/texts.ts'

/** A field for a password. The button in it has a name in the reader's language; the kit's own is English. */
export function PasswordField(props: PasswordInputProps) {
  const { parts } = useTexts()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': parts.showPassword }} {...props} />
}
