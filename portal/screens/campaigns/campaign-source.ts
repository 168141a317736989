import { IconSpeakerphone } from '@tabler/icons-react'
import { ask } from '../../ask/ask.ts'
import type { SearchSource } from '../../shell/search/search-source.ts'
import { chosenLanguage } from '../../texts/language-choice.ts'

const shownMax = 6

/** Campaigns by their names, each leading to its page. */
export const campaignSource: SearchSource = {
  id: 'campaigns',
  title: (texts) => texts.campaigns.title,
  find: async ({ query, brand, texts }) => {
    const wanted = query.trim().toLowerCase()
    if (!brand.permissions.includes('campaigns.see') || wanted.length < 2) return []
    const { campaigns } = await ask('listCampaigns', { language: chosenLanguage() }, brand.id)
    return campaigns
      .filter(({ id, name }) => name.toLowerCase().includes(wanted) || id.toLowerCase() === wanted)
      .slice(0, shownMax)
      .map(({ id, name, state }) => ({
        id: `campaign ${id}`,
        label: name,
        about: texts.campaigns.states[state],
        Icon: IconSpeakerphone,
        to: `campaigns/campaign/${encodeURIComponent(id)}`,
      }))
  },
}
