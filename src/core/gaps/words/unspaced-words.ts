/** What stands behind a name in scripts without capitals. */
export const honorificsBehind =
  /^(?:さん|さま|様|くん|君|ちゃん|殿下|殿|卿|先生|先輩|陛下|姫|王国|王|将军|將軍|大人|公主|小姐|夫人|师父|師父|殿下|城主|씨|님|군|양|경|공주|왕자|폐하|선생|जी)/u;

/** What stands before one. */
export const honorificsBefore =
  /(?:คุณ|ท่าน|นาย|นาง|เจ้าหญิง|เจ้าชาย|السيدة?|الملكة?|الأميرة?|المعلم|הגברת|המלכה?|הנסיכה?|מר|גברת|श्रीमती|श्री|राजकुमारी|राजा|रानी)\s*$/u;

/** What somebody does right behind his name in Chinese and Japanese: says, asks, answers, laughs. */
export const speechBehind = /^(?:说道|說道|问道|問道|笑道|答道|喊道|叹道|嘆道|低声|低聲|说|說|道|问|問|答)/u;

/** Characters with which Chinese writes foreign names. */
const SOUNDS =
  '阿埃艾安奥澳巴芭拜班贝本比彼波伯布查达戴丹道德登迪蒂丁杜多厄恩尔爾法菲费芬弗福盖格古哈海汉赫亨霍基吉加嘉杰金卡凯坎科克肯库拉莱兰朗劳勒雷蕾里理莉利莲琳林卢鲁路伦罗洛马玛麦曼梅门蒙米密莫默穆纳娜奈南内尼妮宁诺努帕潘佩皮珀普奇乔切琼茹萨塞赛桑瑟沙莎尚舍圣史斯丝思苏索塔泰坦汤特提图托瓦万威韦薇维温文沃乌西希锡夏休雅亚娅扬耶伊依茵因英尤约泽扎詹珍兹佐莎';
const transliterating = new Set(SOUNDS);

/** A foreign name whose parts have dots between them. */
export const dottedName = new RegExp(`[${SOUNDS}]{1,6}(?:[·•・][${SOUNDS}]{1,6})+`, 'gu');

/** Katakana words that are things, no names. */
const things = new Set(
  `ドア テーブル ベッド ソファ カーテン ランプ ナイフ フォーク スプーン グラス コップ カップ コーヒー ワイン ビール パン スープ チーズ シャツ ズボン
  ドレス マント コート ブーツ ベルト ポケット バッグ ボタン ガラス ホテル レストラン カフェ バー トイレ エレベーター ニュース メール パーティー ゲーム
  ルール チーム メンバー リーダー ライバル チャンス ペース タイミング イメージ ショック ストレス パニック キス セックス ダンス リズム メロディー ギター
  ピアノ モンスター ドラゴン スライム ゴブリン エルフ ドワーフ オーク ギルド クエスト レベル スキル ステータス ポーション ダンジョン アイテム
  メートル センチ キロ グラム ページ テスト クラス スマホ テレビ パソコン タオル シャワー`.split(/\s+/),
);

/** Whether a run of Han characters looks like the sound of a foreign name. */
export function looksTransliterated(run: string): boolean {
  const characters = Array.from(run);
  const hits = characters.filter((character) => transliterating.has(character)).length;
  return characters.length >= 2 && hits / characters.length >= 0.75;
}

/** Whether a Katakana word is a thing. */
export function isThing(word: string): boolean {
  return things.has(word);
}

/** Particles of Korean behind a noun, the longest first. */
export const koreanParticles =
  /(?:에게서|에서는|에게는|으로|에서|에게|까지|부터|처럼|보다|이랑|라고|이라|은|는|이|가|을|를|의|와|과|도|로|에|랑|만)$/u;
