import { useTexts } from '../../texts/texts.ts'

export function ProfileScreen() {
  const { shell } = useTexts()
  return <main>{shell.profile}</main>
}
