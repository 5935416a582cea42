import { LIMITS } from '#contract/limits.ts'
import type { LegalText } from '../legal-text.ts'

export const GUIDELINES: LegalText = {
  path: '/guidelines',
  sections: [
    {
      id: 'spirit',
      title: 'The spirit of the place',
      blocks: [
        'This is where you say what would not pass at dinner. Swearing, bad taste, bathroom humour and rude opinions are welcome, and nobody will ask you to be constructive.',
        'Roast ideas, habits, the powerful and yourself. Roast a person only if they would laugh too, or have put themselves on the throne.',
      ],
    },
    {
      id: 'age',
      title: 'Ages',
      blocks: [
        `You must be at least ${LIMITS.minimumAge} years old. People aged 13 to 15 need parental consent: a parent or guardian opens the account on their behalf and keeps an eye on it.`,
        'Do not pretend to be older than you are, and do not help others to.',
      ],
    },
    {
      id: 'never',
      title: 'What goes straight down the drain',
      blocks: [
        [
          'Threats, and calls for violence.',
          'Harassment: following somebody around to make them miserable, alone or in a group.',
          'Hatred of people for their origin, skin, religion, sex, orientation, gender, disability or illness.',
          'Anything sexual that involves minors. It is removed and reported to the authorities.',
          'Intimate pictures of people who did not agree, real or made by a machine.',
          'Private data of others: addresses, telephone numbers, documents.',
          'Encouragement to self-harm.',
          'Spam, fraud and impersonation.',
          'Whatever is against the law.',
        ],
      ],
    },
    {
      id: 'label',
      title: 'What needs a lid',
      blocks: [
        'Nudity between adults, blood, and everything that one would not open on a train goes behind a content warning or the sensitive-content switch. If you forget, we put it there.',
        'Describe pictures in the alt text. Some people hear them.',
      ],
    },
    {
      id: 'report',
      title: 'Reporting',
      blocks: [
        'Every post, comment, message and profile can be reported from its menu. Reports are reviewed within 24 hours. The person you report does not learn who you are.',
        'You can also mute people, so that you meet them no more, or block them, so that neither of you meets the other. Nobody is told.',
      ],
    },
    {
      id: 'consequences',
      title: 'What happens then',
      blocks: [
        [
          'Content that breaks the rules is hidden behind a warning or removed.',
          'Accounts that break them again and again are suspended.',
          'For the worst, once is enough.',
        ],
      ],
    },
    {
      id: 'appeals',
      title: 'Appeals',
      blocks: [
        'Moderators are people, and people flush the wrong thing now and then. You can appeal within 30 days of a decision. Say what was decided and why it was wrong; somebody else than before reads it.',
        { before: 'Appeals, and emergencies, go to', mail: 'safety' },
      ],
    },
    {
      id: 'leaving',
      title: 'Leaving',
      blocks: [
        'You may leave at any time. Account data is deleted within 30 days of closure, as the Privacy Policy explains. The seat goes to the next in line.',
      ],
    },
  ],
}
