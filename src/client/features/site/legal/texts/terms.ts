import { BRAND } from '#contract/brand.ts'
import { LIMITS } from '#contract/limits.ts'
import type { LegalText } from '../legal-text.ts'

export const TERMS: LegalText = {
  path: '/terms',
  sections: [
    {
      id: 'agreement',
      title: 'The agreement',
      blocks: [
        `${BRAND.name} is a satirical social platform with a bathroom theme. By opening an account, or by using the site without one, you agree to these terms, to the Privacy Policy and to the Community Guidelines.`,
        'If you do not agree, please do not use the platform. The door is where you came in.',
      ],
    },
    {
      id: 'age',
      title: 'Who may come in',
      blocks: [
        `The minimum age is ${LIMITS.minimumAge}. Nobody younger may open an account, whoever signs for them.`,
        'If you are under 18, you need the consent of a parent or legal guardian to use the platform. They accept these terms for you and answer for what you do here.',
        'We may ask for proof of age or of consent, and we close accounts that cannot give it.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        'One person, one account. Give us an email address that reaches you: it is the only way back in when a password is lost.',
        [
          'Keep your password to yourself. What happens under your name counts as yours.',
          'Your handle stays yours for good and cannot be changed, so choose one you can live with.',
          'Do not pretend to be somebody else. Parody is welcome when it says that it is parody.',
        ],
      ],
    },
    {
      id: 'content',
      title: 'What you post',
      blocks: [
        'What you write, photograph and film stays yours. You give us the permission that we need to run the platform: to store it, to show it to others, and to make the smaller and larger copies that screens require. The permission ends when you delete the post or your account.',
        'You promise that you may post it: that it is yours, or that its owner said yes.',
        'Posts are shown without being read by us first. We may hide or remove what breaks the Community Guidelines or the law.',
      ],
    },
    {
      id: 'rules',
      title: 'What is not allowed',
      blocks: [
        'The Community Guidelines say it in full. In short, you may not:',
        [
          'threaten, harass or expose people, or call for others to do it;',
          'post sexual material that involves minors, or sexual material without consent;',
          'break the law, or help somebody else break it;',
          'send spam, or run accounts by machine to look like a crowd;',
          'attack the platform, get around its limits, or collect its data in bulk.',
        ],
      ],
    },
    {
      id: 'moderation',
      title: 'Reports and appeals',
      blocks: [
        'Anybody with an account can report a post, a comment, a message or a person. Reports are reviewed within 24 hours.',
        'We may mark content as sensitive, remove it, or suspend an account. If you think that we were wrong, you can appeal within 30 days of the decision. Somebody who did not make the decision reads the appeal.',
        { before: 'Appeals go to', mail: 'safety' },
      ],
    },
    {
      id: 'advertising',
      title: 'Advertisements',
      blocks: [
        'The advertisements on the platform are jokes. The products do not exist, the prices are invented, and nothing can be ordered, however badly you need it.',
      ],
    },
    {
      id: 'closing',
      title: 'Closing an account',
      blocks: [
        'You can delete your account at any time in the privacy settings. It can no longer be used from that moment, and account data is deleted within 30 days of closure.',
        'We may close an account that breaks these terms badly or again and again. Where we can, we say why first.',
      ],
    },
    {
      id: 'liability',
      title: 'No warranty, and limits',
      blocks: [
        'The platform comes as it is. We work hard to keep it running and your data safe, and we cannot promise that it never fails.',
        'As far as the law allows, we are not liable for indirect damage, for lost profit, or for what other people post. Nothing here limits liability that cannot be limited by law.',
      ],
    },
    {
      id: 'law',
      title: 'Governing law',
      blocks: [
        'These terms are governed by the laws of the State of Delaware, United States, without regard to its rules on conflicts of law. Rights that the law of your own country gives you as a consumer stay with you.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes, and how to reach us',
      blocks: [
        'When these terms change in a way that matters, we say so on the platform before the change counts. Who stays after that agrees to it.',
        { before: 'Questions about these terms are answered at', mail: 'legal' },
      ],
    },
  ],
}
