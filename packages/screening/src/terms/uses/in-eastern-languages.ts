import type { ProhibitedUse } from "./prohibited-use.ts";
import { wordsByKind } from "./words-by-kind.ts";

const polish = wordsByKind({
  weapons: `broń, amunicj*, karabin*, rewolwer*, materiały wybuchowe, granaty, kastet`,
  drugs: `narkotyk*, kokain*, marihuan*, mefedron*, haszysz*, dopalacz*, bez recepty`,
  fraud: `fałszyw*, podrobion*, kradzion*, skradzion*, (kupno|zakup) (opinii|lajków)`,
  laundering: `pranie pieniędzy, łapówk*, czarna kasa, lewe faktury, słup na`,
  intrusion: `włamanie na (konto|pocztę), zhakowa*, złośliwe oprogramowanie, podsłuch*`,
  harm: `płatny zabójca, zabójstwo, porwanie, pobicie, szantaż*, handel ludźmi, kość słoniowa`,
  adult_services: `prostytut*, burdel, dom publiczny`,
  gambling: `zakład* bukmacherski*, hazardow*, hazardu, kasyn*, żeton* do, zdrapk*`,
});

const russian = wordsByKind(
  {
    weapons: `пистолет*, патроны, оружие, винтовк*, ружь*, автомат калашникова, взрывчатк*, гранаты, кастет*`,
    drugs: `кокаин*, героин*, наркотик*, мефедрон*, марихуан*, гашиш*, амфетамин*
      без рецепта, зброя`,
    fraud: `поддельн*, фальшив*, краден*, украденн*, липов*, накрутк*, купить диплом, підробн*`,
    laundering: `отмывание денег, отмыть деньги, взятк*, откат, черный нал, обналич*, подставное лицо`,
    intrusion: `взлом*, вредоносн*, шпионск*, прослушк*`,
    piracy: `пиратск*`,
    harm: `наемный убийца, убийство, похищени*, избить, шантаж*, отравить, торговля людьми`,
    adult_services: `проститут*, бордель, порно*, эскорт услуги`,
    gambling: `казино, ставки на, ставка на, букмекер*, лотерейн*, рулетк*`,
  },
  `клеевой пистолет*, пистолет* (для|краскопульт|клеевой), взломостойк*`,
);

const turkish = wordsByKind({
  weapons: `silah, silahı, ruhsatsız, tabanca*, mermi, mühimmat, tüfek, patlayıcı*, el bombası`,
  drugs: `uyuşturucu*, esrar, eroin, reçetesiz`,
  fraud: `sahte, çalıntı, takipçi satın`,
  laundering: `kara para, rüşvet*, vergi kaçır*, naylon fatura`,
  intrusion: `hackle*, casus yazılım, şifre kır*`,
  harm: `kiralık katil, adam kaçır*, şantaj*, insan ticareti, dövdür*`,
  adult_services: `genelev, fuhuş, escort bayan`,
  gambling: `bahis*, kumar*, şans oyun*, milli piyango, iddaa, jeton ... rulet`,
});

const chinese = wordsByKind(
  {
    weapons: `手枪, 步枪, 猎枪, 枪支, 子弹, 弹药, 炸药, 手榴弹, 雷管, 管制刀具`,
    drugs: `可卡因, 海洛因, 冰毒, 毒品, 摇头丸, 鸦片, K粉, 迷药`,
    fraud: `假护照, 假钞, 假币, 假证, 假身份证, 假发票, 假文凭, 假冒, 高仿, 伪造, 盗刷, 被盗, 刷单, 买粉, 刷好评, 代考`,
    laundering: `洗钱, 贿赂, 行贿, 回扣, 逃税, 地下钱庄, 跑分, 空壳公司`,
    intrusion: `黑客攻击, 勒索软件, 木马, 破解密码, 窃听, 盗号, 黑进, 雇黑客, 撞库`,
    piracy: `盗版, 破解版`,
    harm: `雇凶, 杀人, 杀手, 绑架, 敲诈勒索, 人口贩卖, 犀牛角, 穿山甲, 投毒`,
    adult_services: `卖淫, 嫖娼, 援交, 色情, 招妓, 应召`,
    gambling: `赌博, 赌场, 赌球, 博彩, 下注, 六合彩, 彩票, 筹码`,
  },
  `反洗钱, 反盗版, 打假, 禁毒, 旋转木马, 象牙白, 象牙色`,
);

const japanese = wordsByKind(
  {
    weapons: `拳銃, 銃器, 猟銃, 実弾, 弾薬, 爆薬, 手榴弾, 刀剣`,
    drugs: `コカイン, ヘロイン, 覚醒剤, 覚せい剤, 大麻, 麻薬, 危険ドラッグ, 処方箋なし`,
    fraud: `偽造, 偽札, 偽ブランド, 偽物, 偽の, 盗品, 盗難カード, サクラレビュー, 他人名義, フォロワー購入`,
    laundering: `資金洗浄, マネーロンダリング, 賄賂, 裏金, 脱税, 架空請求, 架空の請求書`,
    intrusion: `ハッキング, 不正アクセス, ランサムウェア, 盗聴, 盗撮, ウイルス作成`,
    piracy: `海賊版, 割れソフト`,
    harm: `殺し屋, 殺害, 誘拐, 脅迫, 人身売買, 象牙, 毒殺`,
    adult_services: `売春, 買春, 風俗嬢, ポルノ, デリヘル, 援助交際`,
    gambling: `賭博, カジノ, 馬券, 宝くじ, スポーツ賭, パチンコ, ギャンブル`,
  },
  `ギャンブル依存, 象牙白, 象牙色`,
);

const korean = wordsByKind(
  {
    weapons: `권총, 소총, 엽총, 총기, 탄약, 실탄, 폭발물, 수류탄`,
    drugs: `코카인, 헤로인, 필로폰, 마약, 대마초, 엑스터시, 처방전 없이`,
    fraud: `위조, 가짜, 짝퉁, 훔친, 도난 카드, 대포통장, 대포폰, 허위 리뷰, 팔로워 구매`,
    laundering: `돈세탁, 자금 세탁, 뇌물, 탈세, 비자금, 차명`,
    intrusion: `해킹, 랜섬웨어, 도청기, 도청 장치, 악성코드, 몰카`,
    piracy: `불법 복제`,
    harm: `청부살인, 살인 청부, 납치, 협박, 인신매매`,
    adult_services: `성매매, 매춘, 포르노, 음란물`,
    gambling: `도박, 카지노, 베팅, 스포츠토토, 복권`,
  },
  `총기획`,
);

const arabic = wordsByKind({
  weapons: `مسدس, بندقية, ذخيرة, متفجرات, أسلحة, سلاح, قنبلة`,
  drugs: `كوكايين, هيروين, مخدرات, حشيش, بدون وصفة`,
  fraud: `مزور, مزيف, مسروقة, مقلدة`,
  laundering: `غسيل الأموال, رشوة, تهرب ضريبي`,
  intrusion: `اختراق, تجسس, برامج خبيثة`,
  harm: `قاتل مأجور, اختطاف, ابتزاز, اتجار بالبشر`,
  adult_services: `دعارة, إباحي`,
  gambling: `قمار, رهان, مراهنات, كازينو, يانصيب`,
});

/** The most common blocked terms in eastern languages. */
export const inEasternLanguages: readonly ProhibitedUse[] = [
  ...polish,
  ...russian,
  ...turkish,
  ...chinese,
  ...japanese,
  ...korean,
  ...arabic,
];
