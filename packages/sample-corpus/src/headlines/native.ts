import type { Profile } from '../companies';
import type { Random } from '../random';
import type { HiringRecord } from '../records';
import type { Headline } from './headline';

const engineers: HiringRecord = { types: ['open-role'], functions: ['engineering'], seniorities: ['senior'] };
const graduates: HiringRecord = {
  types: ['new-grad'],
  seniorities: ['entry'],
  employmentTypes: ['full-time'],
};

/** Headlines in the company's own language by category; `{}` is the company. */
const headlines: Readonly<
  Record<NonNullable<Profile['language']>, Partial<Record<string, readonly Headline[]>>>
> = {
  ja: {
    'product-launch': [
      { title: '{}、新型ロボット「提灯」を発売' },
      { title: '{}、C++向け開発ツールを公開' },
      { title: '{}が家庭用蓄電池の新モデルを発表' },
    ],
    partnership: [{ title: '{}、地方自治体と業務提携' }, { title: '{}と大学が共同研究を開始' }],
    hiring: [
      { title: '{}、東京でシニアソフトウェアエンジニアを募集', hiring: engineers },
      { title: '{}、新卒採用を開始', hiring: graduates },
    ],
    expansion: [{ title: '{}、大阪に新拠点を開設', city: 'Osaka' }, { title: '{}がヨーロッパ市場へ進出' }],
    award: [{ title: '{}、グッドクラゲ賞を受賞' }],
  },
  zh: {
    'product-launch': [
      { title: '{}发布新一代仓储机器人' },
      { title: '{}推出面向 C++ 开发者的云平台' },
      { title: '{}上线人工智能翻译助手' },
    ],
    partnership: [{ title: '{}与港口集团达成战略合作' }, { title: '{}携手大学共建联合实验室' }],
    hiring: [
      { title: '{}在上海招聘高级软件工程师', hiring: engineers },
      { title: '{}启动校园招聘', hiring: graduates },
    ],
    expansion: [{ title: '{}在深圳设立研发中心', city: 'Shenzhen' }, { title: '{}进军东南亚市场' }],
    award: [{ title: '{}获评年度创新企业' }],
  },
  ko: {
    'product-launch': [{ title: '{}, 차세대 배송 로봇 출시' }, { title: '{}, 오픈소스 데이터베이스 공개' }],
    partnership: [{ title: '{}, 부산시와 업무 협약 체결' }],
    hiring: [
      { title: '{}, 서울에서 시니어 백엔드 개발자 채용', hiring: engineers },
      { title: '{}, 신입 공채 시작', hiring: graduates },
    ],
    expansion: [{ title: '{}, 일본 시장 진출' }, { title: '{}, 부산에 새 사무실 개소', city: 'Busan' }],
    award: [{ title: '{}, 올해의 스타트업 선정' }],
  },
};

/** A headline in the company's own language, if there is one for the category. */
export function nativeHeadline(random: Random, company: Profile, category: string): Headline | undefined {
  if (company.language === undefined || company.native === undefined) return undefined;
  const choices = headlines[company.language][category];
  if (choices === undefined) return undefined;
  const headline = random.pick(choices);
  return { ...headline, title: headline.title.replace('{}', company.native) };
}
