/* SPDX-License-Identifier: MIT */
#include "windows/system_calls.h"

SYSTEM_CALL_POINTER(CertAddCertificateContextToStore);
SYSTEM_CALL_POINTER(CertCloseStore);
SYSTEM_CALL_POINTER(CertCreateCertificateChainEngine);
SYSTEM_CALL_POINTER(CertEnumCertificatesInStore);
SYSTEM_CALL_POINTER(CertFindCertificateInStore);
SYSTEM_CALL_POINTER(CertFindExtension);
SYSTEM_CALL_POINTER(CertFreeCertificateChain);
SYSTEM_CALL_POINTER(CertFreeCertificateChainEngine);
SYSTEM_CALL_POINTER(CertFreeCertificateContext);
SYSTEM_CALL_POINTER(CertGetCertificateChain);
SYSTEM_CALL_POINTER(CertGetNameStringA);
SYSTEM_CALL_POINTER(CertOpenStore);
SYSTEM_CALL_POINTER(CryptDecodeObjectEx);
SYSTEM_CALL_POINTER(CryptQueryObject);
SYSTEM_CALL_POINTER(CryptStringToBinaryA);
SYSTEM_CALL_POINTER(PFXImportCertStore);

static const struct system_call calls[] = {
	SYSTEM_CALL(CertAddCertificateContextToStore),
	SYSTEM_CALL(CertCloseStore),
	SYSTEM_CALL(CertCreateCertificateChainEngine),
	SYSTEM_CALL(CertEnumCertificatesInStore),
	SYSTEM_CALL(CertFindCertificateInStore),
	SYSTEM_CALL(CertFindExtension),
	SYSTEM_CALL(CertFreeCertificateChain),
	SYSTEM_CALL(CertFreeCertificateChainEngine),
	SYSTEM_CALL(CertFreeCertificateContext),
	SYSTEM_CALL(CertGetCertificateChain),
	SYSTEM_CALL(CertGetNameStringA),
	SYSTEM_CALL(CertOpenStore),
	SYSTEM_CALL(CryptDecodeObjectEx),
	SYSTEM_CALL(CryptQueryObject),
	SYSTEM_CALL(CryptStringToBinaryA),
	SYSTEM_CALL(PFXImportCertStore),
};

__attribute__((constructor)) static void fill(void)
{
	os_system_calls(L"crypt32.dll", calls, sizeof calls / sizeof calls[0]);
}
